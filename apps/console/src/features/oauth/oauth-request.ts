import type { OauthRequest } from '@ruwu/contract'

/** The query by which an application asks (RFC 6749 4.1.1, RFC 7636 4.3). */
export const readOauthRequest = (search: URLSearchParams): OauthRequest => {
  const read = (name: string) => (search.get(name) ?? '').slice(0, 1000)
  return {
    clientId: read('client_id'),
    redirectUri: read('redirect_uri'),
    responseType: read('response_type'),
    scope: read('scope'),
    state: read('state'),
    codeChallenge: read('code_challenge'),
    codeChallengeMethod: read('code_challenge_method'),
  }
}
