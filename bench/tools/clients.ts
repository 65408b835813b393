/** Generators of clients from the OpenAPI document, each set up by its own documentation. */

export interface Generator {
  /** Its packages, with the tested versions. */
  readonly packages: readonly string[];
  /** Its further input files, beside `openapi.json`. */
  readonly files?: Readonly<Record<string, string>>;
  /** Its command: a program of its packages, and arguments. */
  readonly command: readonly [string, ...string[]];
  /** `calls.ts`: the code of a user of the client. */
  readonly calls: string;
}

const axiosSetup = `
import axios from 'axios';
axios.defaults.adapter = 'fetch';
axios.defaults.baseURL = process.env.SERVICE;`;

const range = `{ gte: '2026-01-01T00:00:00Z', lt: '2100-01-01T00:00:00Z' }`;

/** Calls of clients with a function per operation, named by the document: \`listMaterials(query)\`. */
export const generators: Readonly<Record<string, Generator>> = {
  'openapi-typescript': {
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    // A body may leave out fields with a default.
    command: ['openapi-typescript', 'openapi.json', '-o', 'made.ts', '--default-non-nullable=false'],
    calls: `
import createClient from 'openapi-fetch';
import type { paths } from './made.ts';
const client = createClient<paths>({ baseUrl: process.env.SERVICE, fetch: (request) => fetch(request) });
const list = (query: paths['/api/v1/materials']['get']['parameters']['query']) =>
  client.GET('/api/v1/materials', { params: { query } });
export const calls = {
  async signIn(email: string, password: string) {
    await client.GET('/spa/csrf-cookie');
    return client.POST('/api/v1/auth/login', { body: { email, password } });
  },
  several: () => list({ status: ['operational', 'degraded'], per_page: 5 }),
  range: () => list({ created_at: ${range}, per_page: 5 }),
  without: () => list({ status: { not: 'operational,degraded' }, per_page: 5 }),
  search: () => list({ search: 'pump', per_page: 5 }),
  create: (name: string, zone_id: number) => client.POST('/api/v1/materials', { body: { name, zone_id } }),
  update: (id: number, etag: string) =>
    client.PATCH('/api/v1/materials/{id}', {
      params: { path: { id }, header: { 'If-Match': etag } },
      body: { description: 'Changed.' },
    }),
};`,
  },
  orval: {
    packages: ['orval@8.38.0', 'axios@1.21.1'],
    command: ['orval', '--input', './openapi.json', '--output', './made.ts'],
    calls: `${axiosSetup}
import { createMaterial, getCsrfCookie, listMaterials, login, updateMaterial } from './made.ts';
export const calls = {
  async signIn(email: string, password: string) {
    await getCsrfCookie();
    return login({ email, password });
  },
  several: async () => (await listMaterials({ status: ['operational', 'degraded'], per_page: 5 })).data,
  range: async () => (await listMaterials({ created_at: ${range}, per_page: 5 })).data,
  without: async () => (await listMaterials({ status: { not: 'operational,degraded' }, per_page: 5 })).data,
  search: async () => (await listMaterials({ search: 'pump', per_page: 5 })).data,
  create: (name: string, zone_id: number) => createMaterial({ name, zone_id }),
  update: (id: number, etag: string) =>
    updateMaterial(id, { description: 'Changed.' }, undefined, { headers: { 'If-Match': etag } }),
};`,
  },
  'hey-api': {
    packages: ['@hey-api/openapi-ts@0.99.0'],
    command: ['openapi-ts', '-i', 'openapi.json', '-o', 'made', '-c', '@hey-api/client-fetch'],
    calls: `
import { client } from './made/client.gen.ts';
import { createMaterial, getCsrfCookie, listMaterials, login, updateMaterial } from './made/sdk.gen.ts';
client.setConfig({ baseUrl: process.env.SERVICE ?? '', fetch: (...sent) => fetch(...sent) });
export const calls = {
  async signIn(email: string, password: string) {
    await getCsrfCookie();
    return login({ body: { email, password } });
  },
  several: () => listMaterials({ query: { status: ['operational', 'degraded'], per_page: 5 } }),
  range: () => listMaterials({ query: { created_at: ${range}, per_page: 5 } }),
  without: () => listMaterials({ query: { status: { not: 'operational,degraded' }, per_page: 5 } }),
  search: () => listMaterials({ query: { search: 'pump', per_page: 5 } }),
  create: (name: string, zone_id: number) => createMaterial({ body: { name, zone_id } }),
  update: (id: number, etag: string) =>
    updateMaterial({ path: { id }, headers: { 'If-Match': etag }, body: { description: 'Changed.' } }),
};`,
  },
  'RTK Query': {
    packages: [
      '@rtk-query/codegen-openapi@2.2.0',
      '@reduxjs/toolkit@2.14.0',
      'qs@6.17.1',
      '@types/qs@6.15.1',
    ],
    files: {
      'base.ts': `
import { createApi, fetchBaseQuery } from '@reduxjs/toolkit/query';
import qs from 'qs';
export const api = createApi({
  // By itself it writes an object as "[object Object]".
  baseQuery: fetchBaseQuery({ baseUrl: process.env.SERVICE ?? '', paramsSerializer: (params) => qs.stringify(params) }),
  endpoints: () => ({}),
});`,
      'rtk.json': JSON.stringify({
        schemaFile: './openapi.json',
        apiFile: './base.ts',
        apiImport: 'api',
        outputFile: './made.ts',
        exportName: 'millwright',
      }),
    },
    command: ['rtk-query-codegen-openapi', 'rtk.json'],
    calls: `
import { configureStore } from '@reduxjs/toolkit';
import { millwright as api, type ListMaterialsApiArg } from './made.ts';
const store = configureStore({
  reducer: { [api.reducerPath]: api.reducer },
  middleware: (usual) => usual().concat(api.middleware),
});
const { endpoints } = api;
const list = (query: ListMaterialsApiArg) => store.dispatch(endpoints.listMaterials.initiate(query));
export const calls = {
  async signIn(email: string, password: string) {
    await store.dispatch(endpoints.getCsrfCookie.initiate());
    return store.dispatch(endpoints.login.initiate({ body: { email, password } }));
  },
  several: async () => list({ status: ['operational', 'degraded'], perPage: 5 }),
  range: async () => list({ createdAt: ${range}, perPage: 5 }),
  without: async () => list({ status: { not: 'operational,degraded' }, perPage: 5 }),
  search: async () => list({ search: 'pump', perPage: 5 }),
  create: async (name: string, zone_id: number) =>
    store.dispatch(endpoints.createMaterial.initiate({ materialCreate: { name, zone_id } })),
  update: async (id: number, etag: string) =>
    store.dispatch(endpoints.updateMaterial.initiate({ id, 'If-Match': etag, materialUpdate: { description: 'Changed.' } })),
};`,
  },
  'swagger-typescript-api': {
    packages: ['swagger-typescript-api@13.13.0', 'axios@1.21.1'],
    command: [
      'swagger-typescript-api',
      'generate',
      '-p',
      'openapi.json',
      '-o',
      '.',
      '-n',
      'made.ts',
      '--axios',
    ],
    calls: `${axiosSetup}
import { Api } from './made.ts';
const { api, spa } = new Api({ baseURL: process.env.SERVICE });
export const calls = {
  async signIn(email: string, password: string) {
    await spa.getCsrfCookie();
    return api.login({ email, password });
  },
  several: async () => (await api.listMaterials({ status: ['operational', 'degraded'], per_page: 5 })).data,
  range: async () => (await api.listMaterials({ created_at: ${range}, per_page: 5 })).data,
  without: async () => (await api.listMaterials({ status: { not: 'operational,degraded' }, per_page: 5 })).data,
  search: async () => (await api.listMaterials({ search: 'pump', per_page: 5 })).data,
  create: (name: string, zone_id: number) => api.createMaterial({ name, zone_id }),
  update: (id: number, etag: string) =>
    api.updateMaterial(id, { description: 'Changed.' }, undefined, { headers: { 'If-Match': etag } }),
};`,
  },
  oazapfts: {
    packages: ['oazapfts@7.5.0', '@oazapfts/runtime@1.2.0'],
    command: ['oazapfts', 'openapi.json', 'made.ts'],
    calls: `
import { createMaterial, defaults, getCsrfCookie, listMaterials, login, updateMaterial } from './made.ts';
defaults.baseUrl = process.env.SERVICE ?? '';
defaults.fetch = (...sent) => fetch(...sent);
export const calls = {
  async signIn(email: string, password: string) {
    await getCsrfCookie();
    return login({ email, password });
  },
  several: () => listMaterials({ status: ['operational', 'degraded'], perPage: 5 }),
  range: () => listMaterials({ createdAt: ${range}, perPage: 5 }),
  without: () => listMaterials({ status: { not: 'operational,degraded' }, perPage: 5 }),
  search: () => listMaterials({ search: 'pump', perPage: 5 }),
  create: (name: string, zone_id: number) => createMaterial({ name, zone_id }),
  update: (id: number, etag: string) => updateMaterial(id, { description: 'Changed.' }, { ifMatch: etag }),
};`,
  },
  kubb: {
    packages: [
      ...['@kubb/cli', '@kubb/core', '@kubb/plugin-oas', '@kubb/plugin-ts', '@kubb/plugin-client'].map(
        (name) => `${name}@4.39.3`,
      ),
      'axios@1.21.1',
    ],
    files: {
      'kubb.config.mjs': `
import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
export default defineConfig({
  root: '.',
  input: { path: './openapi.json' },
  output: { path: './made', format: false, lint: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient()],
});`,
    },
    command: ['kubb', 'generate', '--config', 'kubb.config.mjs'],
    calls: `${axiosSetup}
import { createMaterial, getCsrfCookie, listMaterials, login, updateMaterial } from './made/index.ts';
const config = { baseURL: process.env.SERVICE, adapter: 'fetch' };
export const calls = {
  async signIn(email: string, password: string) {
    await getCsrfCookie(config);
    return login({ email, password }, config);
  },
  several: () => listMaterials({ status: ['operational', 'degraded'], per_page: 5 }, config),
  range: () => listMaterials({ created_at: ${range}, per_page: 5 }, config),
  without: () => listMaterials({ status: { not: 'operational,degraded' }, per_page: 5 }, config),
  search: () => listMaterials({ search: 'pump', per_page: 5 }, config),
  create: (name: string, zone_id: number) => createMaterial({ name, zone_id }, undefined, undefined, config),
  update: (id: number, etag: string) =>
    updateMaterial(id, { description: 'Changed.' }, undefined, { 'If-Match': etag }, config),
};`,
  },
};
