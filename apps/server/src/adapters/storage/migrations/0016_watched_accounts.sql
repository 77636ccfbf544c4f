ALTER TABLE "exchange_keys" ADD COLUMN "held_before" json;--> statement-breakpoint
ALTER TABLE "exchange_keys" ADD COLUMN "difference" json;--> statement-breakpoint
ALTER TABLE "exchange_keys" ADD COLUMN "cleared_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "trades_ended" ON "trades" USING btree ("ended_at") WHERE "trades"."mode" = 'carry' and "trades"."world" = 'testnet' and "trades"."outcome" <> 'missed';