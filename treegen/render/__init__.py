"""Trees as pictures (`picture`), for Graphviz (`dot`), as networkx graphs, in plots, and in notebooks."""
