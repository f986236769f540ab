// The next guess in Dart, from `treegen export bulls-4x10.total --to json --form columns -o tree.json`.
import 'dart:convert';
import 'dart:io';

/// The guess after these labels, null when the secret is found.
String? nextGuess(Map<String, dynamic> tree, List<String> labels) {
  final first = [1]; // the first child of each node
  for (final int size in tree['fanout']) {
    first.add(first.last + size);
  }
  var node = 0;
  for (final label in labels) {
    final index = tree['labels'].indexOf(label);
    if (index == tree['winning']) return null;
    final end = first[node + 1];
    var child = first[node];
    while (child < end && tree['feedback'][child] != index) child++;
    if (child == end) throw ArgumentError('no secret gives $label to ${tree['guess'][node]}');
    node = child;
  }
  return tree['guess'][node];
}

void main(List<String> labels) => print(nextGuess(jsonDecode(File('tree.json').readAsStringSync()), labels));
