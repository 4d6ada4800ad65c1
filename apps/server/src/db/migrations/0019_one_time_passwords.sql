ALTER TABLE "agent" ADD COLUMN "password_is_one_time" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "model_setting" ADD COLUMN "allows_contacts" boolean DEFAULT false NOT NULL;