// The next guess in Swift, from `treegen export bulls-4x10.total --to json --form columns -o tree.json`.
import Foundation

struct Tree: Decodable { let guess: [String], labels: [String], feedback: [Int], fanout: [Int], winning: Int }
struct Impossible: Error { let label: String }

/// The guess after these labels, nil when the secret is found.
func nextGuess(_ tree: Tree, _ labels: [String]) throws -> String? {
    var first = [1]  // the first child of each node
    for size in tree.fanout { first.append(first[first.count - 1] + size) }
    var node = 0
    for label in labels {
        guard let index = tree.labels.firstIndex(of: label) else { throw Impossible(label: label) }
        if index == tree.winning { return nil }
        let children = first[node]..<first[node + 1]
        guard let child = children.first(where: { tree.feedback[$0] == index }) else { throw Impossible(label: label) }
        node = child
    }
    return tree.guess[node]
}

let tree = try JSONDecoder().decode(Tree.self, from: Data(contentsOf: URL(fileURLWithPath: "tree.json")))
print(try nextGuess(tree, Array(CommandLine.arguments.dropFirst())) ?? "found")
