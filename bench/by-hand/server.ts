/**
 * The service as a careful developer would write its materials without an engine: Koa, @koa/router, Knex, Ajv. Unlike the
 * service, it has no request log, no metrics, no security headers and no CORS: that favours this side.
 */
import { createServer } from 'node:http';
import Router from '@koa/router';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import { announce, readContenderSettings } from '../settings.ts';
import { openByHandDatabase } from './database.ts';
import { answerErrors } from './errors.ts';
import { addMaterialRoutes } from './routes.ts';
import { createSignIn } from './sign-in.ts';

const settings = readContenderSettings();
const knex = openByHandDatabase(settings.database);
const { signIn, checkToken, permit } = createSignIn(knex, settings);

const app = new Koa();
const router = new Router({ prefix: '/api/v1' });
addMaterialRoutes(router, knex, permit);
app.use(answerErrors());
app.use(bodyParser({ enableTypes: ['json'], jsonLimit: '1mb' }));
app.use(signIn);
app.use(checkToken);
app.use(router.routes());
app.use(router.allowedMethods());

const answer = app.callback();
const server = createServer((request, response) => void answer(request, response));
server.keepAliveTimeout = 65_000;
server.listen(settings.port, '127.0.0.1', () => announce(settings.port));
process.on('SIGTERM', () => process.exit(0));
