/** A fetch whose answers break off when they become longer: some clients gather what they read, however much it is. */
export function fetchAtMost(maxBytes: number, fetchAny: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const answer = await fetchAny(input, init);
    if (answer.body === null) return answer;
    let seen = 0;
    const counted = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.length;
        if (seen > maxBytes) controller.error(new Error(`The answer is longer than ${maxBytes} bytes.`));
        else controller.enqueue(chunk);
      },
    });
    const { status, statusText, headers } = answer;
    return new Response(answer.body.pipeThrough(counted), { status, statusText, headers });
  };
}
