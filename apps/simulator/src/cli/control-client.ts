import type { ControlError, IndexView } from '../views.ts'

/** Speaks to a running simulator through /control. */
export class ControlClient {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  get<T>(path: string): Promise<T> {
    return this.call<T>('GET', path)
  }

  post<T>(path: string, body: unknown = {}): Promise<T> {
    return this.call<T>('POST', path, JSON.stringify(body))
  }

  /** Undefined where no simulator listens. */
  async state(): Promise<IndexView | undefined> {
    try {
      return await this.get<IndexView>('state')
    } catch {
      return undefined
    }
  }

  private async call<T>(method: string, path: string, body?: string): Promise<T> {
    const init = body === undefined ? { method } : { method, body }
    const response = await fetch(`${this.url}/control/${path}`, init)
    const answer = (await response.json()) as T | ControlError
    if (!response.ok) throw new Error((answer as ControlError).error.message)
    return answer as T
  }
}
