"""Trees as pictures (`dot`), as networkx graphs (`network`), in plots (`plots`), and in notebooks (`notebook`)."""
