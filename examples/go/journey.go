// Quote, delivery and verified webhooks with Go's standard library alone.
package main

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"time"
)

var key = os.Getenv("COTTONTREE_API_KEY")
var base = "http://127.0.0.1:8080/v1"

type object = map[string]any

// call sends one request; a POST carries an Idempotency-Key, so that it may safely be sent again.
func call(method, path string, body object) object {
	var content io.Reader
	if body != nil {
		text, err := json.Marshal(body)
		must(err)
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequest(method, base+path, content)
	must(err)
	request.Header.Set("Authorization", "Bearer "+key)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if method == "POST" {
		random := make([]byte, 16)
		_, err = rand.Read(random)
		must(err)
		request.Header.Set("Idempotency-Key", hex.EncodeToString(random))
	}
	client := http.Client{Timeout: 35 * time.Second}
	response, err := client.Do(request)
	must(err)
	defer response.Body.Close()
	var answer struct {
		Success bool
		Data    object
		Error   struct{ Code, Message string }
	}
	must(json.NewDecoder(response.Body).Decode(&answer))
	if !answer.Success {
		log.Fatalf("%s: %s", answer.Error.Code, answer.Error.Message)
	}
	return answer.Data
}

// verify says whether a webhook is from your server: its own signature, and not older than five minutes.
func verify(headers http.Header, body []byte, secret string) bool {
	stamp := headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(stamp, 10, 64)
	age := time.Since(time.Unix(seconds, 0))
	if err != nil || age > 5*time.Minute || age < -5*time.Minute {
		return false
	}
	bytesOfKey, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, bytesOfKey)
	mac.Write([]byte(headers.Get("webhook-id") + "." + stamp + "."))
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(headers.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(expected), []byte(given)) {
			return true
		}
	}
	return false
}

type message struct {
	headers http.Header
	body    []byte
}

func main() {
	if url := os.Getenv("COTTONTREE_BASE_URL"); url != "" {
		base = url
	}
	arrived := make(chan message, 20)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	go http.Serve(listener, http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(request.Body)
		must(err)
		arrived <- message{request.Header, body}
	}))
	endpoint := call("POST", "/webhooks", object{"url": "http://" + listener.Addr().String() + "/hook"})
	secret := endpoint["secret"].(string)

	quote := call("GET", "/shipping/quote?pickup_city=Freetown&delivery_city=Lumley&weight_kg=1.5", nil)
	fmt.Println("quote", quote["shipping_fee"], quote["currency"])

	delivery := call("POST", "/shipping/deliveries", object{
		"quote_id":         quote["quote_id"],
		"pickup_city":      "Freetown",
		"delivery_city":    "Lumley",
		"weight_kg":        1.5,
		"delivery_address": "27 Freetown Road",
		"recipient_phone":  "078 234567",
	})
	fmt.Println("delivery", delivery["job_number"])
	call("POST", fmt.Sprintf("/test/deliveries/%s/advance", delivery["job_number"]), object{"to_status": "delivered"})

	// Webhooks may overtake each other: what is waited for is all of them, not the last.
	awaited := map[string]bool{"assigned": true, "picked_up": true, "in_transit": true, "delivered": true}
	for len(awaited) > 0 {
		var one message
		select {
		case one = <-arrived:
		case <-time.After(30 * time.Second):
			log.Fatal("No webhook came.")
		}
		if !verify(one.headers, one.body, secret) {
			log.Fatal("The signature is wrong.")
		}
		if verify(one.headers, append(one.body, ' '), secret) {
			log.Fatal("A changed body must not pass.")
		}
		var event struct {
			Event string
			Data  struct{ Object struct{ Status string } }
		}
		must(json.Unmarshal(one.body, &event))
		delete(awaited, event.Data.Object.Status)
		fmt.Println("webhook", event.Event, event.Data.Object.Status)
	}
	call("DELETE", fmt.Sprintf("/webhooks/%s", endpoint["id"]), nil)
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
