// What eslint checks in the sources of the page: tests/page/test_build.py runs it.
import js from "@eslint/js";
import globals from "globals";

const all = (rules) => Object.fromEntries(rules.map((rule) => [rule, "error"]));

export default [
  js.configs.recommended,
  {
    files: ["src/**/*.js"],
    languageOptions: { ecmaVersion: 2022, sourceType: "module", globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // Text reaches the page as text nodes, and nothing is evaluated: a tree may hold anything.
      ...all(["no-eval", "no-implied-eval", "no-new-func", "no-script-url"]),
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML", "write", "writeln"].map((property) => ({ property })),
      ],
      "no-unused-vars": ["error", { args: "all", argsIgnorePattern: "^_" }],
      "no-use-before-define": ["error", { functions: false, classes: false, variables: false }],
      ...all(["eqeqeq", "no-var", "prefer-const", "no-shadow", "no-throw-literal", "no-self-compare"]),
      ...all(["no-unmodified-loop-condition", "no-useless-return", "object-shorthand", "prefer-template", "no-console"]),
    },
  },
];
