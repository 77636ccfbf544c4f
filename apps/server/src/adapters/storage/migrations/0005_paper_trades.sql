CREATE TABLE "paper_trades" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"opportunity_id" text NOT NULL,
	"source" text NOT NULL,
	"symbol" text NOT NULL,
	"base" text NOT NULL,
	"quote" text NOT NULL,
	"buy_exchange" text NOT NULL,
	"sell_exchange" text NOT NULL,
	"amount" text NOT NULL,
	"ordered_size" text NOT NULL,
	"limit_price" text NOT NULL,
	"latency_ms" integer NOT NULL,
	"expected" json NOT NULL,
	"fill" json NOT NULL,
	"shortfall" text,
	"evidence" json NOT NULL,
	"ordered_at" timestamp (3) with time zone NOT NULL,
	"filled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "paper_trades_source" CHECK ("paper_trades"."source" in ('live', 'demo', 'replay')),
	CONSTRAINT "paper_trades_shortfall" CHECK ("paper_trades"."shortfall" in ('price', 'no-live-book'))
);
--> statement-breakpoint
ALTER TABLE "paper_trades" ADD CONSTRAINT "paper_trades_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "paper_trades_user" ON "paper_trades" USING btree ("user_id","ordered_at");