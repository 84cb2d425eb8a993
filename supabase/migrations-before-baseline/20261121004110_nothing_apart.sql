-- Nothing put in a row is nothing: an item that is the only one has no related items, which is no error.

alter function private.apart(jsonb) strict;
