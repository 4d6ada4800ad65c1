import { demoCredentials } from '../demo-credentials.ts'
import type { AuthoriseAnswer } from '../views.ts'

type Control = <T>(path: string, body?: unknown) => Promise<T>
export type Json = { [key: string]: any } // oxlint-disable-line typescript/no-explicit-any

export const ALL_SCOPES = [
  'user_info',
  'im.direct_message',
  'im.recall_message',
  'im.message_card',
  'item.comment',
  'renew_refresh_token',
]
const { clientKey, clientSecret } = demoCredentials.douyin

export const AUTHORISE_QUERY = {
  client_key: clientKey,
  response_type: 'code',
  scope: 'user_info,im.direct_message',
  optionalScope: 'im.recall_message,1,im.message_card,1,item.comment,1,renew_refresh_token,1',
  redirect_uri: 'https://ruwu.example/hooks/douyin/callback',
  state: 'attempt-1',
}

/** Calls douyin as our server would. */
export function douyinClient(url: string, control: Control) {
  async function form(
    path: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Json> {
    const response = await fetch(`${url}/douyin${path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
    return (await response.json()) as Json
  }

  async function json(
    path: string,
    token: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Json> {
    const response = await fetch(`${url}/douyin${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'access-token': token, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await response.json()) as Json
  }

  const client = {
    form,
    json,
    /** The merchant agrees on the page; the code that comes back. */
    async agree(accountId: string, scopes = ALL_SCOPES): Promise<string> {
      const request = { source: 'douyin', query: AUTHORISE_QUERY, agreed: { accountId, scopes } }
      const answer = await control<AuthoriseAnswer>('authorise', request)
      if (answer.kind !== 'redirect') throw new Error(`not agreed: ${JSON.stringify(answer)}`)
      return new URL(answer.location).searchParams.get('code') ?? ''
    },
    exchange: (code: string) =>
      form('/oauth/access_token/', {
        client_key: clientKey,
        client_secret: clientSecret,
        code,
        grant_type: 'authorization_code',
      }),
    /** A linked account's access token. */
    async link(accountId: string, scopes = ALL_SCOPES): Promise<string> {
      const answer = await client.exchange(await client.agree(accountId, scopes))
      return answer.data.access_token as string
    },
    async clientToken(): Promise<string> {
      const answer = await form('/oauth/client_token/', {
        client_key: clientKey,
        client_secret: clientSecret,
        grant_type: 'client_credential',
      })
      return answer.data.access_token as string
    },
    async upload(token: string, bytes: Uint8Array<ArrayBuffer>, part = 'image'): Promise<Json> {
      const body = new FormData()
      body.set(part, new Blob([bytes]), 'picture.png')
      const headers = { 'access-token': token }
      const response = await fetch(`${url}/douyin/tool/imagex/client_upload/`, { method: 'POST', headers, body })
      return (await response.json()) as Json
    },
  }
  return client
}
