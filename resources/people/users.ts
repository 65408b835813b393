/** Users of a project without our resources. */
import users from '../users.ts';

export default { ...users, view: { ...users.view, related: ['activities'] } };
