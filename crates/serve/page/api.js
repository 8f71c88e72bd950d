// What the server is asked. Errors come with the words that the server found for them.

/** @param {string} path @param {any} [body] @param {string} [method] */
export async function call(path, body, method) {
  const octets = body instanceof ArrayBuffer;
  const response = await fetch("/api/v1" + path, {
    method: method ?? (body === undefined ? "GET" : "POST"),
    headers: body === undefined ? {} : { "Content-Type": octets ? "application/octet-stream" : "application/json" },
    body: body === undefined ? undefined : octets ? body : JSON.stringify(body),
  });
  if (response.status === 204) return null;
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail ?? response.statusText);
  return answer;
}
