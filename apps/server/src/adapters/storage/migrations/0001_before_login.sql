ALTER TABLE "sessions" ADD COLUMN "previous_login_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "previous_failures" integer DEFAULT 0 NOT NULL;