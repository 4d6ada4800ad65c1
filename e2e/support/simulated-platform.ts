/** The platforms' stand-in as tests drive it: over its own HTTP, knowing nothing of its inside. */
export type Source = 'redbook' | 'douyin'
export type PhoneMessage = {
  messageId: string
  from: 'customer' | 'merchant'
  origin: 'customer' | 'api' | 'app'
  content: { type: string; text?: string }
  isRecalled: boolean
}
type Account = { source: Source; accountId: string; name: string; standing: string; staff: { staffId: string }[] }
type Thread = { customerId: string; messages: PhoneMessage[] }

export class SimulatedPlatform {
  private readonly url: string

  constructor(url: string) {
    this.url = url
  }

  async accounts(source: Source): Promise<Account[]> {
    const { accounts } = await this.get<{ accounts: Account[] }>('/control/state')
    return accounts.filter((account) => account.source === source && account.standing === 'certified')
  }

  /** The merchant agrees to everything on the page our side sent them to. */
  async authorise(source: Source, page: string, accountId: string, scopes: string[]): Promise<string | undefined> {
    const query = Object.fromEntries(new URL(page).searchParams)
    const answer = await this.post<{ kind: string; location?: string }>('/control/authorise', {
      source,
      query,
      agreed: { accountId, scopes },
    })
    return answer.location
  }

  async newCustomer(source: Source, accountId: string, name: string): Promise<string> {
    return (await this.post<{ customerId: string }>('/control/customers', { source, accountId, name })).customerId
  }

  act(source: Source, accountId: string, customerId: string, act: Record<string, unknown>) {
    return this.post<{ messageId?: string }>('/control/act', { source, accountId, customerId, act })
  }

  writeAs(source: Source, accountId: string, customerId: string, text: string) {
    return this.act(source, accountId, customerId, { do: 'text', text })
  }

  knobs(values: Record<string, unknown>, scope: Record<string, unknown> = {}) {
    return this.post('/control/knobs', { ...scope, set: values })
  }

  /** The conversations of an account as its customers see them. */
  async threads(source: Source, accountId: string): Promise<Thread[]> {
    const view = await this.firstView<{ conversations: Thread[] }>(
      `/control/live?view=merchant&source=${source}&accountId=${encodeURIComponent(accountId)}`,
    )
    return view.conversations
  }

  /** A customer's conversation, as the phone shows it. */
  async messages(source: Source, accountId: string, customerId: string): Promise<PhoneMessage[]> {
    return (await this.phone<{ messages: PhoneMessage[] }>(source, accountId, customerId)).messages
  }

  /** A person's comments under posts and the answers to them, as the phone shows them. */
  async comments(source: Source, accountId: string, customerId: string) {
    const view = await this.phone<{ comments: { author: string; text: string }[] }>(source, accountId, customerId)
    return view.comments.map(({ author, text }) => `${author}: ${text}`)
  }

  private phone<T>(source: Source, accountId: string, customerId: string): Promise<T> {
    return this.firstView<T>(`/control/live?${new URLSearchParams({ view: 'phone', source, accountId, customerId })}`)
  }

  private async firstView<T>(path: string): Promise<T> {
    const reader = (await fetch(this.url + path)).body?.getReader()
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const chunk = await reader?.read()
      if (!chunk || chunk.done) throw new Error('the stream ended')
      text += decoder.decode(chunk.value, { stream: true })
      const data = /^data: (.*)\n\n/ms.exec(text)
      if (!data?.[1]) continue
      await reader?.cancel()
      return JSON.parse(data[1]) as T
    }
  }

  private async get<T>(path: string): Promise<T> {
    return (await fetch(this.url + path)).json() as Promise<T>
  }

  private async post<T>(path: string, body: object): Promise<T> {
    const response = await fetch(this.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json() as Promise<T>
  }
}
