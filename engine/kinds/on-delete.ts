/**
 * What a reference does when the referenced row is deleted. `restrict` refuses the delete while the reference exists. It is the
 * default, unless the referenced resource has `softDelete`. `unlink` sets the reference to null, or removes the pair from a list.
 */
export type DeleteEffect = 'restrict' | 'unlink';
