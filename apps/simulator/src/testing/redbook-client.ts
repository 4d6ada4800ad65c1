import { demoCredentials } from '../demo-credentials.ts'
import { encrypt } from '../redbook/crypto.ts'
import type { AuthoriseAnswer } from '../views.ts'
import type { Json } from './douyin-client.ts'

type Control = <T>(path: string, body?: unknown) => Promise<T>
const { appId, appSecret, cryptoKey, operatorAuthCode } = demoCredentials.redbook

export const ACCOUNT_CODE = 'ent-20417'
export const PERMISSIONS = ['read', 'reply', 'profile']
const IV = Buffer.alloc(16, 7)

export const sealed = (fields: unknown): string => encrypt(cryptoKey, IV, JSON.stringify(fields))

/** Calls redbook as our server would. */
export function redbookClient(url: string, control: Control) {
  async function json(path: string, token: string, body: unknown, headers: Record<string, string> = {}): Promise<Json> {
    const response = await fetch(`${url}/redbook${path}`, {
      method: 'POST',
      headers: { 'access-token': token, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    return (await response.json()) as Json
  }

  const client = {
    json,
    async token(): Promise<string> {
      const answer = await json('/api/open/oauth2/access_token', '', {
        app_id: appId,
        secret: appSecret,
        auth_code: operatorAuthCode,
      })
      return answer.data.access_token as string
    },
    bind: (accountId: string, scopes = PERMISSIONS) =>
      control<AuthoriseAnswer>('authorise', {
        source: 'redbook',
        query: { appId, token: sealed({ account_code: ACCOUNT_CODE, attempt: 'att-1' }) },
        agreed: { accountId, scopes },
      }),
    send: (token: string, accountId: string, customerId: string, type: string, content: unknown, more: Json = {}) =>
      json('/api/open/im/third/send', token, {
        user_id: accountId,
        request_id: `request-${Math.random()}`,
        message_type: type,
        from_user_id: accountId,
        to_user_id: customerId,
        third_account_id: ACCOUNT_CODE,
        timestamp: 1_794_704_400_000,
        'content-encrypted': sealed(content),
        ...more,
      }),
  }
  return client
}
