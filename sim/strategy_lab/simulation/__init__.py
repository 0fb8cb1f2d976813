"""What a run plays, in which pieces, and who plays them."""
