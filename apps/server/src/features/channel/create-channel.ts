import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { type ChannelSources, grantCodeOf, sourceSettings } from '../../channels/channel-sources.ts'
import { SourceRegistry } from '../../channels/source-registry.ts'
import type { TokenKeeper } from '../../channels/token-keeper.ts'
import type { Database } from '../../db/database.ts'
import type { JobKind } from '../../jobs/jobs.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Config } from '../../platform/config.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { AccountEvents } from './account-events.ts'
import { AuthorisationService } from './authorisation.service.ts'
import { ChannelService } from './channel.service.ts'
import { ChannelHealth } from './health.ts'
import { type EnqueueAnswers, ReceptionModeService } from './reception-mode.service.ts'
import { type Copiers, SettingService } from './setting.service.ts'
import { StaffService } from './staff.service.ts'
import { AccountTokenKeeper } from './tokens/account-tokens.ts'
import { AppTokens } from './tokens/app-tokens.ts'
import { TokenRefreshJob } from './tokens/refresh-job.ts'

type ChannelDeps = {
  config: Config
  db: Database
  clock: Clock
  secrets: Secrets
  log: FastifyBaseLogger
  copiers: Copiers
  enqueueAnswers: EnqueueAnswers
  /** Default: the sources of the configuration. */
  openSources?: ((appTokens: AppTokens) => ChannelSources) | undefined
}

export type Channel = {
  sources: ChannelSources
  appTokens: AppTokens
  keeper: TokenKeeper
  authorisation: AuthorisationService
  accounts: ChannelService
  reception: ReceptionModeService
  staff: StaffService
  settings: SettingService
  /** Called by the inbound pipeline for account events. */
  events: AccountEvents
  jobs: JobKind[]
  close(): Promise<void>
}

/** Wires the feature. Adapters and app tokens depend on each other: adapters request the app token. */
export function createChannel({ config, copiers, enqueueAnswers, ...given }: ChannelDeps): Channel {
  const { openSources = configured(config, given), ...common } = given
  const appTokens = new AppTokens({
    ...common,
    app: (source) => sources.app(source),
    grantCode: (source) => grantCodeOf(config, source),
  })
  const sources = openSources(appTokens)
  const keeper = new AccountTokenKeeper({ ...common, appTokens, find: (source) => sources.find(source) })
  const staff = new StaffService({ ...common, sources, keeper })
  const authorisation = new AuthorisationService({ ...common, sources, staff })
  return {
    sources,
    appTokens,
    keeper,
    authorisation,
    accounts: new ChannelService({ ...common, sources, keeper }),
    reception: new ReceptionModeService({ ...common, enqueueAnswers }),
    staff,
    settings: new SettingService({ ...common, copiers }),
    events: new AccountEvents({ ...common, authorisation, staff }),
    jobs: [new TokenRefreshJob({ ...common, keeper, appTokens }).job, new ChannelHealth({ ...common, sources }).job],
    close: () => sources.close(),
  }
}

const configured =
  (config: Config, { clock }: Pick<ChannelDeps, 'clock'>) =>
  (appTokens: AppTokens): ChannelSources =>
    new SourceRegistry(sourceSettings(config), {
      clock,
      randomBytes,
      appToken: (source) => appTokens.ready(source),
    })
