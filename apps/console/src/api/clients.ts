import { CORE_BASE_PATH } from '@ruwu/contract'

/** The three services behind the API. They share one request handling; only address and headers differ. */
export type ClientName = 'core' | 'host' | 'cafe'

export type Identity = { token: string; entId: string; agentId: string }

const paths: Record<ClientName, string> = { core: CORE_BASE_PATH, host: '', cafe: '/meiqia/cafe' }

export const addressOf = (client: ClientName, baseUrl: string) => baseUrl.replace(/\/+$/, '') + paths[client]

export function headersOf(client: ClientName, identity: Identity | undefined, orgId: string): Record<string, string> {
  const authorization: Record<string, string> = identity ? { authorization: `Bearer ${identity.token}` } : {}
  if (client !== 'cafe') return authorization
  return {
    ...authorization,
    'accept-language': 'zh',
    'x-org-id': orgId,
    'x-agent-id': identity?.agentId ?? '',
    'x-ent-token': identity?.token ?? '',
  }
}
