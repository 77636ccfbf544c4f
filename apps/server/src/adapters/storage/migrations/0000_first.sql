CREATE TABLE "attempts" (
	"id" "bytea" PRIMARY KEY NOT NULL,
	"scope" text NOT NULL,
	"count" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL,
	"user_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	CONSTRAINT "one_time_tokens_purpose" CHECK ("one_time_tokens"."purpose" in ('password-reset', 'admin-setup'))
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"audience" text NOT NULL,
	"refresh_hash" "bytea" NOT NULL,
	"old_refresh_hash" "bytea",
	"refreshed_at" timestamp (3) with time zone NOT NULL,
	"proven_at" timestamp (3) with time zone,
	"address" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text,
	CONSTRAINT "sessions_audience" CHECK ("sessions"."audience" in ('user', 'admin')),
	CONSTRAINT "sessions_end" CHECK (("sessions"."ended_at" is null) = ("sessions"."end_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" text PRIMARY KEY NOT NULL,
	"role" text NOT NULL,
	"email" text NOT NULL,
	"email_key" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"password_hash" text NOT NULL,
	"pepper_id" text NOT NULL,
	"is_password_weak" boolean DEFAULT false NOT NULL,
	"password_changed_at" timestamp (3) with time zone NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_premium" boolean DEFAULT false NOT NULL,
	"plan" text DEFAULT 'free' NOT NULL,
	"totp_secret" "bytea",
	"totp_key_id" text,
	"totp_confirmed_at" timestamp (3) with time zone,
	"totp_step" bigint,
	"last_login_at" timestamp (3) with time zone,
	"failed_logins" integer DEFAULT 0 NOT NULL,
	"notice_version" text,
	"notice_shown_at" timestamp (3) with time zone,
	"marketing_consent_at" timestamp (3) with time zone,
	"unused_notice_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_role_email_key" UNIQUE("role","email_key"),
	CONSTRAINT "users_role" CHECK ("users"."role" in ('user', 'admin')),
	CONSTRAINT "users_plan" CHECK ("users"."plan" in ('free', 'monthly', 'yearly')),
	CONSTRAINT "users_totp" CHECK (("users"."totp_secret" is null) = ("users"."totp_key_id" is null))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"seq" bigint PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" text,
	"action" text NOT NULL,
	"subject_kind" text,
	"subject_id" text,
	"detail" json NOT NULL,
	"address" text,
	"request_id" text,
	"previous_hash" "bytea" NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "audit_log_actor_kind" CHECK ("audit_log"."actor_kind" in ('visitor', 'user', 'admin', 'system')),
	CONSTRAINT "audit_log_hashes" CHECK (length("audit_log"."previous_hash") = 32 and length("audit_log"."hash") = 32)
);
--> statement-breakpoint
CREATE TABLE "destructions" (
	"id" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"before" timestamp (3) with time zone NOT NULL,
	"rows" integer NOT NULL,
	"audit_seq" bigint,
	"audit_hash" "bytea",
	CONSTRAINT "destructions_audit" CHECK (("destructions"."audit_seq" is null) = ("destructions"."audit_hash" is null))
);
--> statement-breakpoint
CREATE TABLE "deleted_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"exchange" text NOT NULL,
	"deleted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "exchange_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"exchange" text NOT NULL,
	"is_testnet" boolean NOT NULL,
	"name" text NOT NULL,
	"masked_key" text NOT NULL,
	"sealed_key" "bytea" NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"sealed_passphrase" "bytea",
	"sealed_data_key" "bytea" NOT NULL,
	"key_id" text NOT NULL,
	"format_version" integer NOT NULL,
	"status" text NOT NULL,
	"status_reason" text,
	"permissions" json NOT NULL,
	"balance" json,
	"fees" json,
	"last_checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "exchange_keys_one_each" UNIQUE("user_id","exchange","is_testnet"),
	CONSTRAINT "exchange_keys_exchange" CHECK ("exchange_keys"."exchange" in ('binance', 'okx', 'bybit', 'kraken')),
	CONSTRAINT "exchange_keys_status" CHECK ("exchange_keys"."status" in ('connected', 'error', 'pending', 'disabled'))
);
--> statement-breakpoint
CREATE TABLE "episodes" (
	"source" text NOT NULL,
	"route" text NOT NULL,
	"mode" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone NOT NULL,
	"censored" text,
	"size" text NOT NULL,
	"path" json NOT NULL,
	"max_roi" double precision NOT NULL,
	"last_roi" double precision NOT NULL,
	"latency_ms" double precision NOT NULL,
	"forecast" double precision NOT NULL,
	"basis" text NOT NULL,
	CONSTRAINT "episodes_source_route_opened_at_pk" PRIMARY KEY("source","route","opened_at"),
	CONSTRAINT "episodes_source" CHECK ("episodes"."source" in ('live', 'demo')),
	CONSTRAINT "episodes_mode" CHECK ("episodes"."mode" in ('spot', 'carry', 'tri')),
	CONSTRAINT "episodes_basis" CHECK ("episodes"."basis" in ('prior', 'measured')),
	CONSTRAINT "episodes_times" CHECK ("episodes"."closed_at" >= "episodes"."opened_at")
);
--> statement-breakpoint
CREATE TABLE "uptime_days" (
	"day" date PRIMARY KEY NOT NULL,
	"good_minutes" integer NOT NULL,
	CONSTRAINT "uptime_days_minutes" CHECK ("uptime_days"."good_minutes" between 0 and 1440)
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"actor" text NOT NULL,
	"route" text NOT NULL,
	"key" text NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"status" integer NOT NULL,
	"answer" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_actor_route_key_pk" PRIMARY KEY("actor","route","key")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"name" text PRIMARY KEY NOT NULL,
	"value" json NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "article_readers" (
	"article_id" text NOT NULL,
	"address_hash" "bytea" NOT NULL,
	"hour" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "article_readers_article_id_address_hash_hour_pk" PRIMARY KEY("article_id","address_hash","hour")
);
--> statement-breakpoint
CREATE TABLE "help_articles" (
	"id" text PRIMARY KEY NOT NULL,
	"category" text NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"order" integer NOT NULL,
	"is_published" boolean NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" text PRIMARY KEY NOT NULL,
	"ticket_id" text NOT NULL,
	"author_id" text,
	"is_admin" boolean NOT NULL,
	"sender_name" text NOT NULL,
	"message" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"priority" text NOT NULL,
	"status" text NOT NULL,
	"admin_response" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "tickets_priority" CHECK ("tickets"."priority" in ('low', 'medium', 'high')),
	CONSTRAINT "tickets_status_known" CHECK ("tickets"."status" in ('open', 'in_progress', 'resolved', 'closed')),
	CONSTRAINT "tickets_closed" CHECK (("tickets"."closed_at" is null) = ("tickets"."status" <> 'closed'))
);
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "exchange_keys" ADD CONSTRAINT "exchange_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_readers" ADD CONSTRAINT "article_readers_article_id_help_articles_id_fk" FOREIGN KEY ("article_id") REFERENCES "public"."help_articles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_last_at" ON "attempts" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "one_time_tokens_user" ON "one_time_tokens" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_refresh_hash" ON "sessions" USING btree ("refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_old_refresh_hash" ON "sessions" USING btree ("old_refresh_hash");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject_id","at");--> statement-breakpoint
CREATE INDEX "destructions_at" ON "destructions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "exchange_keys_key_id" ON "exchange_keys" USING btree ("key_id");--> statement-breakpoint
CREATE INDEX "exchange_keys_last_checked_at" ON "exchange_keys" USING btree ("last_checked_at");--> statement-breakpoint
CREATE INDEX "episodes_newest" ON "episodes" USING btree ("source","closed_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "article_readers_hour" ON "article_readers" USING btree ("hour");--> statement-breakpoint
CREATE INDEX "help_articles_order" ON "help_articles" USING btree ("order");--> statement-breakpoint
CREATE INDEX "ticket_messages_ticket" ON "ticket_messages" USING btree ("ticket_id","created_at");--> statement-breakpoint
CREATE INDEX "ticket_messages_author" ON "ticket_messages" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "tickets_user" ON "tickets" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "tickets_status" ON "tickets" USING btree ("status","created_at");