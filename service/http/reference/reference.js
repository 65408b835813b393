/** Shows the OpenAPI document with Swagger UI, whose requests go to this very service with the session's cookie. */
import { base, headersFor, renewToken } from './requests.js';
import { showUser } from './sign-in.js';

/** Fields for a cookie and a token would mislead: browsers send the one, and this page the other. */
const nothing = () => () => null;
const withoutCredentials = () => ({
  wrapComponents: { authorizeBtn: nothing, authorizeOperationBtn: nothing, ServersContainer: nothing },
});

/** Parameters that may be left out begin empty: a list that is asked for with an example of every filter has no rows. */
function emptyOptional({ paths, components }) {
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const own = operations.flatMap(({ parameters = [] }) => parameters);
  for (const parameter of [...own, ...Object.values(components.parameters ?? {})]) {
    if (parameter.required) continue;
    delete parameter.example;
    delete parameter.examples;
  }
}

async function start() {
  const response = await fetch(`${base}/api/v1/openapi.json?fields=true`);
  const spec = await response.json();
  // The address at which this page was found works for its requests, whatever APP_URL says.
  spec.servers = [{ url: base }];
  emptyOptional(spec);
  window.SwaggerUIBundle({
    spec,
    dom_id: '#reference',
    deepLinking: true,
    docExpansion: 'none',
    defaultModelsExpandDepth: 0,
    filter: true,
    tryItOutEnabled: true,
    displayRequestDuration: true,
    // Neither the document nor its address is for anybody else's validator.
    validatorUrl: null,
    plugins: [withoutCredentials],
    requestInterceptor: async (request) => {
      Object.assign(request.headers, await headersFor(request.method ?? 'GET'));
      return request;
    },
    responseInterceptor: async (answer) => {
      if (answer.status === 419) await renewToken();
      if (/\/api\/v1\/(?:auth|user)\b/.test(answer.url)) await showUser();
      return answer;
    },
  });
}

await Promise.all([showUser(), start()]);
