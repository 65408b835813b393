/** For the knex command line, e.g. `node --import tsx node_modules/.bin/knex migrate:make add-something`. */
import { readConfig } from './config.ts';
import { knexSettings } from './database.ts';

export default knexSettings(readConfig(process.env).database);
