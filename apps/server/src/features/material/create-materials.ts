import type { ChannelSources } from '../../channels/channel-sources.ts'
import type { TokenKeeper } from '../../channels/token-keeper.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { MaterialService } from './material.service.ts'
import { MaterialSync } from './material-sync.ts'
import { PlatformCards } from './platform-cards.ts'

type MaterialDeps = {
  db: Database
  clock: Clock
  storage: Storage
  sources: ChannelSources
  keeper: TokenKeeper
}

export type Materials = { cards: MaterialService; sync: MaterialSync }

export function createMaterials({ db, clock, ...rest }: MaterialDeps): Materials {
  const platform = new PlatformCards({ db, ...rest })
  return {
    cards: new MaterialService({ db, clock, platform }),
    sync: new MaterialSync({ db, clock, platform }),
  }
}
