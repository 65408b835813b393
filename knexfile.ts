/** For the knex command line, e.g. `node --import tsx node_modules/.bin/knex migrate:make add-something`. */

import { readConfig } from './service/config/config.ts';
import { settingsAtHosts } from './service/start/open-database.ts';

export default await settingsAtHosts(readConfig(process.env));
