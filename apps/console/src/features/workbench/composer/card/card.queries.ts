import { type Material, materialApi, type RelationId, type Source } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../../api/call.ts'
import { materialKeys } from '../../../material/index.ts'

const MOST_CARDS = 100

/** Cards that can be sent through an account: its own and its main account's. */
export const useUsableCards = (source: Source, relationIds: readonly RelationId[]) =>
  useQuery({
    queryKey: [...materialKeys.all, 'usable', source, relationIds],
    queryFn: async (): Promise<Material[]> => {
      const pages = await Promise.all(
        relationIds.map((relationId) =>
          call(materialApi.page, { body: { source, relationId, usable: true, pageSize: MOST_CARDS } }),
        ),
      )
      return pages.flatMap((page) => page.items)
    },
  })
