const AGAIN_MS = 200

/** Makes a reader's market call, repeated while an overloaded machine puts readers off (503 with `Retry-After`). */
export async function marketCall(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  for (;;) {
    const answer = await fetch(url, { headers })
    if (answer.status !== 503 || !answer.headers.has('retry-after')) return answer
    await answer.arrayBuffer()
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}
