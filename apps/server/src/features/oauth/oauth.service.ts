import OAuth2Server from '@node-oauth/oauth2-server'
import { type EmpowerId, type GrantId, OAUTH_SCOPES, type OauthRequest, type OauthScope } from '@ruwu/contract'
import {
  EMPOWER_MS,
  EMPOWERS_MAX,
  OAUTH_SCOPE_LABELS,
  OAUTH_TEXTS,
  oauthAppProblem,
  oauthProblem,
  oauthScopes,
  refusedUrl,
} from '@ruwu/domain'
import type { Database } from '../../db/database.ts'
import { writeAudit } from '../../platform/audit.repo.ts'
import { countTry } from '../../platform/auth/throttle.repo.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { NotFoundError, TooOftenError, UserFacingError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { oauthServer } from './oauth-server.ts'
import { type Empower, findApp, findGrant, insertEmpower, listGrants, revokeGrants, takeEmpower } from './oauth.repo.ts'

type Deps = { db: Database; clock: Clock }
type Grant = Awaited<ReturnType<typeof listGrants>>[number]

const labelled = (scopes: readonly OauthScope[]) => scopes.map((code) => ({ code, label: OAUTH_SCOPE_LABELS[code] }))

const invalid = (reason: string) => new UserFacingError('refused', OAUTH_TEXTS.invalid(reason))

/** Consent of agents to other applications, and its end. */
export class OauthService {
  private readonly db: Database
  private readonly clock: Clock

  constructor({ db, clock }: Deps) {
    this.db = db
    this.clock = clock
  }

  async app(request: Pick<OauthRequest, 'clientId' | 'redirectUri'>) {
    const app = await findApp(this.db.sql, request.clientId)
    const problem = oauthAppProblem(request, app)
    if (problem || !app) throw invalid(problem ?? '')
    return { appName: app.name, appLogo: app.logo }
  }

  async empower({ entId, agentId }: Caller, request: OauthRequest) {
    const now = this.clock.now()
    const app = await findApp(this.db.sql, request.clientId)
    const problem = oauthProblem(request, app)
    if (problem || !app) throw invalid(problem ?? '')
    const limit = { most: EMPOWERS_MAX, windowMs: EMPOWER_MS }
    const { count, endsAt } = await countTry(this.db.sql, `empower:${agentId}`, limit, now)
    if (count > EMPOWERS_MAX) throw new TooOftenError(Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
    const { clientId, redirectUri, state, codeChallenge } = request
    const scopes = oauthScopes(request.scope)
    const expiresAt = new Date(now.getTime() + EMPOWER_MS)
    const id = newId<EmpowerId>(now)
    await insertEmpower(this.db.sql, {
      entId,
      id,
      agentId,
      clientId,
      redirectUri,
      scopes,
      state,
      codeChallenge,
      expiresAt,
    })
    const expireAt = expiresAt.toISOString()
    return { empowerId: id, appName: app.name, appLogo: app.logo, scopes: labelled(scopes), expireAt }
  }

  /** The request, its code and the entry in the audit log stand or fall together. */
  confirm(caller: Caller, { empowerId, agree }: { empowerId: EmpowerId; agree: boolean }) {
    return this.db.transaction(async ({ sql }) => {
      const now = this.clock.now()
      const empower = await takeEmpower(sql, caller, empowerId, now)
      const app = empower && (await findApp(sql, empower.clientId))
      if (!empower || !app) throw new UserFacingError('refused', OAUTH_TEXTS.expired)
      if (!agree) return { redirectUrl: refusedUrl(empower) }
      const { entId, agentId } = caller
      const response = new OAuth2Server.Response()
      await oauthServer({ sql, now }).authorize(authorisation(empower), response, {
        authenticateHandler: { handle: () => ({ entId, agentId }) },
      })
      const after = { scopes: empower.scopes.map((code) => OAUTH_SCOPE_LABELS[code]) }
      await writeAudit(sql, caller, { action: 'oauth.allow', object: app.clientId, name: app.name, after }, now)
      return { redirectUrl: String(response.get('location')) }
    })
  }

  /** One row per agent and application, whatever number of devices it was allowed on: all that it may read. */
  async grants({ entId }: Caller) {
    const rows = await listGrants(this.db.sql, entId, this.clock.now())
    const byHolder = Map.groupBy(rows, ({ agentId, clientId }) => `${agentId} ${clientId}`)
    return [...byHolder.values()].map((grants) => {
      const [{ id, appName, appLogo, agentId, agentName, createdAt }] = grants as [Grant, ...Grant[]]
      const used = grants.flatMap(({ lastUsedAt }) => lastUsedAt?.getTime() ?? [])
      const allowed = new Set(grants.flatMap(({ scopes }) => scopes))
      return {
        id,
        appName,
        appLogo,
        agentId,
        agentName,
        scopes: labelled(OAUTH_SCOPES.filter((scope) => allowed.has(scope))),
        createdAt: createdAt.toISOString(),
        lastUsedAt: used.length > 0 ? new Date(Math.max(...used)).toISOString() : null,
      }
    })
  }

  revoke(caller: Caller, id: GrantId): Promise<true> {
    return this.db.transaction(async ({ sql }) => {
      const now = this.clock.now()
      const grant = await findGrant(sql, caller.entId, id)
      if (!grant || !(await revokeGrants(sql, caller.entId, grant, now))) throw new NotFoundError('授权')
      const { appName: name, agentName } = grant
      const before = { agent: agentName }
      await writeAudit(sql, caller, { action: 'oauth.revoke', object: grant.clientId, name, before }, now)
      return true as const
    })
  }
}

/** The request that was checked when the consent page opened. */
const authorisation = ({ clientId, redirectUri, scopes, state, codeChallenge }: Empower) =>
  new OAuth2Server.Request({
    method: 'GET',
    headers: {},
    query: {
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: scopes.join(' '),
      state,
      code_challenge: codeChallenge,
      code_challenge_method: 'S256',
    },
  })
