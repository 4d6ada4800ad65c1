ALTER TABLE "auth_session" DROP CONSTRAINT "auth_session_reason";--> statement-breakpoint
ALTER TABLE "enterprise" ADD COLUMN "suspended_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "auth_session" ADD CONSTRAINT "auth_session_reason" CHECK ("auth_session"."revoke_reason" in ('logout', 'kick_self', 'kick_by_password_updated', 'forced', 'suspended'));