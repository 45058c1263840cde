import http from 'node:http';

/**
 * A client with one keep-alive connection and minimal work per call, so that it is not the bottleneck.
 * @param {string} baseUrl
 * @param {Record<string, string>} headers sent with every call
 */
export function leanClient(baseUrl, headers = {}) {
  const { hostname, port } = new URL(baseUrl);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    /**
     * @param {string} method
     * @param {string} path
     * @param {unknown} [body]
     * @returns {Promise<void>} when the whole response has arrived
     * @throws when the response is not a 2xx
     */
    call(method, path, body) {
      const payload = body === undefined ? undefined : JSON.stringify(body);
      const content =
        payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) };
      return new Promise((resolve, reject) => {
        const options = { agent, hostname, port, method, path, headers: { ...headers, ...content } };
        const request = http.request(options, (answer) => {
          let text = '';
          answer.on('data', (chunk) => (text += chunk));
          answer.on('error', reject);
          answer.on('end', () => {
            const status = answer.statusCode ?? 0;
            if (status >= 200 && status < 300) resolve();
            else reject(new Error(`${method} ${path}: ${status} ${text}`));
          });
        });
        request.on('error', reject);
        request.end(payload);
      });
    },
    close: () => agent.destroy(),
  };
}
