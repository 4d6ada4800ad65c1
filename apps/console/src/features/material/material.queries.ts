import { type CallArgs, type Material, materialApi, type RelationId, type Source } from '@ruwu/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export type MaterialFilter = CallArgs<typeof materialApi.page>['body']

export const materialKeys = {
  all: ['material'] as const,
  page: (filter: MaterialFilter) => ['material', 'page', filter] as const,
}

export const useMaterials = (filter: MaterialFilter) =>
  useQuery({
    queryKey: materialKeys.page(filter),
    queryFn: () => call(materialApi.page, { body: filter }),
    // Rows of another type would not fit this type's columns.
    placeholderData: (old, query) => (query?.queryKey[2].type === filter.type ? old : undefined),
  })

const MOST_CHOICES = 100

/** All cards of an account (without one, of all accounts) for selects, including those that cannot be sent at present. */
export const useMaterialChoices = (relationId?: RelationId) =>
  useQuery({
    queryKey: materialKeys.page({ relationId, pageSize: MOST_CHOICES }),
    queryFn: () => call(materialApi.page, { body: { relationId, pageSize: MOST_CHOICES } }),
    select: (page) => page.items,
  })

/** Cards that can be sent through these accounts at present. */
export const useUsableCards = (source: Source, relationIds: readonly RelationId[]) =>
  useQuery({
    queryKey: [...materialKeys.all, 'usable', source, relationIds],
    queryFn: async (): Promise<Material[]> => {
      const pages = await Promise.all(
        relationIds.map((relationId) =>
          call(materialApi.page, { body: { source, relationId, usable: true, pageSize: MOST_CHOICES } }),
        ),
      )
      return pages.flatMap((page) => page.items)
    },
  })
