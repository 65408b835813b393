/**
 * What a reference means for deletes of the row referred to. `restrict`: they are refused while it is there; so it is where nothing
 * is said, unless the row referred to is kept when it is deleted. `unlink`: the reference is emptied, of a list the pair goes.
 */
export type DeleteEffect = 'restrict' | 'unlink';
