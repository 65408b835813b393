/** Names that the service has given away: a definition that took one would hide something, or be hidden by it. */

/** What every resource has behind its path: no action and no report can be called so. */
export const takenNames = ['list', 'view', 'create', 'update', 'delete', 'options', 'counts', 'related'];

/** What clients call the operations that every resource has: no action can be called so. */
export const takenVerbs = ['list', 'count', 'view', 'create', 'update', 'delete'];

/** What lists and counts take beside their filters: no filter can be called so. */
export const takenParameters = [
  ...['page', 'per_page', 'sort', 'fields', 'search', 'format', 'with', 'by', 'sum'],
];

/** What the service has of its own beside the resources: a resource of that path would never be reached. */
export const takenPaths = [
  'auth',
  'batch',
  'calendars',
  'unsubscribe',
  'changes',
  'overview',
  'reports',
  'resources',
  'scan',
  'search',
  'service',
  'user',
];
