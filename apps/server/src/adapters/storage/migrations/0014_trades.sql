CREATE TABLE "trade_orders" (
	"trade_id" text NOT NULL,
	"seq" integer NOT NULL,
	"client_id" text NOT NULL,
	"leg" integer NOT NULL,
	"purpose" text NOT NULL,
	"side" text NOT NULL,
	"quantity" text NOT NULL,
	"limit_price" text,
	"state" text NOT NULL,
	"refusal" text,
	"result" json,
	"fees" json NOT NULL,
	"order_id" text,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"done_at" timestamp (3) with time zone,
	CONSTRAINT "trade_orders_trade_id_seq_pk" PRIMARY KEY("trade_id","seq"),
	CONSTRAINT "trade_orders_client_id" UNIQUE("client_id"),
	CONSTRAINT "trade_orders_leg" CHECK ("trade_orders"."leg" between 0 and 2),
	CONSTRAINT "trade_orders_purpose" CHECK ("trade_orders"."purpose" in ('open', 'unwind')),
	CONSTRAINT "trade_orders_side" CHECK ("trade_orders"."side" in ('buy', 'sell')),
	CONSTRAINT "trade_orders_state" CHECK ("trade_orders"."state" in ('sending', 'done', 'refused', 'unknown')),
	CONSTRAINT "trade_orders_refusal" CHECK ("trade_orders"."refusal" in ('balance', 'size', 'price', 'instrument', 'permission', 'key', 'busy', 'never-arrived', 'other')),
	CONSTRAINT "trade_orders_done" CHECK (("trade_orders"."state" = 'sending') = ("trade_orders"."done_at" is null)),
	CONSTRAINT "trade_orders_result" CHECK (("trade_orders"."state" in ('done', 'refused')) = ("trade_orders"."result" is not null))
);
--> statement-breakpoint
CREATE TABLE "trades" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"opportunity_id" text NOT NULL,
	"mode" text NOT NULL,
	"source" text NOT NULL,
	"world" text NOT NULL,
	"name" text NOT NULL,
	"amount" text NOT NULL,
	"plan" json NOT NULL,
	"keys" json NOT NULL,
	"outcome" text,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "trades_mode" CHECK ("trades"."mode" in ('spot', 'carry', 'tri')),
	CONSTRAINT "trades_source" CHECK ("trades"."source" in ('live', 'demo', 'replay')),
	CONSTRAINT "trades_world" CHECK ("trades"."world" in ('testnet', 'demo')),
	CONSTRAINT "trades_outcome" CHECK ("trades"."outcome" in ('complete', 'partial', 'missed', 'unwound', 'open')),
	CONSTRAINT "trades_ended" CHECK (("trades"."outcome" is null) = ("trades"."ended_at" is null))
);
--> statement-breakpoint
ALTER TABLE "trade_orders" ADD CONSTRAINT "trade_orders_trade_id_trades_id_fk" FOREIGN KEY ("trade_id") REFERENCES "public"."trades"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trades" ADD CONSTRAINT "trades_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "trades_user" ON "trades" USING btree ("user_id","started_at");--> statement-breakpoint
CREATE INDEX "trades_running" ON "trades" USING btree ("started_at") WHERE "trades"."outcome" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "trades_one_at_a_time" ON "trades" USING btree ("user_id") WHERE "trades"."outcome" is null;