type Watch = {
  signal: AbortSignal
  /** From 0 to 1. */
  onProgress: (part: number) => void
}

/**
 * Uploads a file with progress, which only XMLHttpRequest reports. Without a timeout: the agent sees the progress and
 * can cancel.
 */
export const progressFetch =
  ({ signal, onProgress }: Watch) =>
  (address: string, init: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(init.method ?? 'GET', address)
      for (const [name, value] of Object.entries(init.headers ?? {})) request.setRequestHeader(name, String(value))
      request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
      request.addEventListener('load', () => resolve(new Response(request.responseText, { status: request.status })))
      request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
      request.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
      signal.addEventListener('abort', () => request.abort())
      request.send(init.body as FormData)
    })
