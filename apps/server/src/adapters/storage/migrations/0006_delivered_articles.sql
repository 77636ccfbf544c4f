CREATE TABLE "delivered_articles" (
	"article_id" text PRIMARY KEY NOT NULL,
	"version" integer NOT NULL,
	"is_touched" boolean DEFAULT false NOT NULL
);
