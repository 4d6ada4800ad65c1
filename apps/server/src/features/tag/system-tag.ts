import type { EntId, TagId } from '@ruwu/contract'
import type { SystemTag } from '@ruwu/domain'
import { derivedId } from '../../platform/ids.ts'

/** The id of one of the system's own tags: known without looking it up. */
export const systemTagId = (entId: EntId, key: SystemTag): TagId => derivedId<TagId>(entId, 'tag', key)
