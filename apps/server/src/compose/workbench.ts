import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../db/database.ts'
import { listGoalTags, replaceGoalTag } from '../features/ai-agent/index.ts'
import {
  ChangeListService,
  type DetailService,
  NoteService,
  ProfileService,
  ReminderService,
  SessionListService,
} from '../profile/index.ts'
import {
  createTagGroupService,
  createTagImportService,
  createTagService,
  CustomerTagService,
} from '../features/tag/index.ts'
import type { CustomerWriter } from '../customer/customer-writer.ts'
import { ThreadCopyService, ThreadFeedbackService, ThreadLocateService } from '../thread/index.ts'
import { LeadService } from '../features/lead/index.ts'
import { createQuickReplyService } from '../features/quick-reply/index.ts'
import { SearchService, ThreadSearchService } from '../features/search/index.ts'
import type { Clock } from '../platform/clock.ts'

type WorkbenchDeps = {
  db: Database
  writer: CustomerWriter
  clock: Clock
  log: FastifyBaseLogger
  details: DetailService
}

/** The modules agents use on a customer: profile, tags, leads, notes, reminders, quick replies and search. */
export function createWorkbench({ db, writer, clock, log, details }: WorkbenchDeps) {
  const customerTags = new CustomerTagService({ db, writer, clock })
  const quickReplies = createQuickReplyService({ db, clock })
  return {
    customerTags,
    quickReplies,
    tagGroups: createTagGroupService({ db, clock }),
    tagImports: createTagImportService({ db, clock }),
    tags: createTagService({
      db,
      clock,
      bind: (tx, caller, customerId, tagId) => customerTags.bindIn(tx, caller, customerId, [tagId]),
      goals: { list: listGoalTags, replace: replaceGoalTag },
    }),
    leads: new LeadService({ db, writer, clock, log }),
    profiles: new ProfileService({ db, writer, clock, details }),
    changes: new ChangeListService({ db }),
    notes: new NoteService({ db, writer, clock }),
    reminders: new ReminderService({ db, clock }),
    sessions: new SessionListService({ db }),
    locator: new ThreadLocateService({ db, writer, clock }),
    feedback: new ThreadFeedbackService({ db, writer, clock }),
    copies: new ThreadCopyService({ db, clock }),
    search: new SearchService({ db, replies: quickReplies }),
    threadSearch: new ThreadSearchService({ db }),
  }
}
