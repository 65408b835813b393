/** The whole set-up of a browser client: axios from its package, and two options. The page's `?api=` is the service. */
const api = axios.create({
  baseURL: new URLSearchParams(location.search).get('api') ?? '',
  withCredentials: true,
  withXSRFToken: true,
});

/** Sends a request and gives what a script of this page may read of the answer; status 0 where it may read none. */
// biome-ignore lint/correctness/noUnusedVariables: the tests call it
async function call(method, url, data, headers) {
  try {
    return readable(await api.request({ method, url, data, headers }));
  } catch (error) {
    return error.response ? readable(error.response) : { status: 0, headers: {}, data: error.code };
  }
}

function readable({ status, headers, data }) {
  return { status, headers: { ...headers }, data };
}
