ALTER TABLE "exchange_keys" DROP CONSTRAINT "exchange_keys_one_each";--> statement-breakpoint
ALTER TABLE "exchange_keys" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "exchange_keys" ADD CONSTRAINT "exchange_keys_one_each" UNIQUE("user_id","exchange","is_testnet","is_demo");