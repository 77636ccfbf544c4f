ALTER TABLE "trades" ADD COLUMN "held" json;--> statement-breakpoint
ALTER TABLE "trades" ADD COLUMN "restored_at" timestamp (3) with time zone;