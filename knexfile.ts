/** For the knex command line, e.g. `node --import tsx node_modules/.bin/knex migrate:make add-something`. */

import { knexSettings } from './engine/database/open.ts';
import { readConfig } from './service/config/config.ts';

export default knexSettings(readConfig(process.env).database);
