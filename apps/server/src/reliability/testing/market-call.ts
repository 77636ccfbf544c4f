const AGAIN_MS = 200

/** Makes a visitor's market call, repeated while an overloaded machine puts visitors off (503 with `Retry-After`). */
export async function marketCall(url: string): Promise<Response> {
  for (;;) {
    const answer = await fetch(url)
    if (answer.status !== 503 || !answer.headers.has('retry-after')) return answer
    await answer.arrayBuffer()
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}
