"""Trees as pictures (`dot`), as networkx graphs (`network`), as plots (`plots`), and in notebooks (`notebook`)."""
