/** Names that the service uses itself: a definition with such a name would hide something, or be hidden. */

/** Last parts of paths that every resource has: no action or report can have such a name. */
export const takenNames = ['list', 'view', 'create', 'update', 'delete', 'options', 'counts', 'related'];

/** Client names of the operations of every resource: no action can have such a name. */
export const takenVerbs = ['list', 'count', 'view', 'create', 'update', 'delete'];

/** Parameters of lists and counts beside their filters: no filter can have such a name. */
export const takenParameters = [
  ...['page', 'per_page', 'sort', 'fields', 'search', 'format', 'with', 'by', 'sum'],
];

/** Paths of the service itself beside those of features: a resource with such a path could not be reached. */
export const takenPaths = ['auth', 'calendars', 'unsubscribe', 'service', 'user'];
