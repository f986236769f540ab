{
  const worker = { createScriptURL: () => "sw.js" };
  const policy = globalThis.trustedTypes?.createPolicy("site", worker) ?? worker;
  navigator.serviceWorker?.register(policy.createScriptURL("")).catch(() => {});
}
